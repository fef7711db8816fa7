import type { GroupFindingCode, LockFindingCode, NodeFindingCode, RISKS } from '../contract/finding-codes';

/** Words of one finding. Evidence is here where only the finding has it; lines that every lock has are with its parts. */
type FindingWords = {
  title: string;
  one: string;
  many: string;
  why: string;
  fix: string;
  /** What the command that cures it costs. */
  cost?: string;
  /** Why a lock is in its state, in three words. */
  reason?: string;
  /** What the overview says first. */
  headline?: string;
  evidence?: Record<string, string>;
};
type Words = Record<string, FindingWords>;

/** One that puts its lock at risk can be the reason of its state, and what the overview says first. */
type RiskWords = FindingWords & { reason: string; headline: string };
export type LockFindingWords = Record<LockFindingCode | GroupFindingCode, FindingWords> &
  Record<(typeof RISKS)[number], RiskWords>;
export type NodeFindingWords = Record<NodeFindingCode, FindingWords & { cost: string }> &
  Record<'node-silent', FindingWords>;

/** The same findings in another language, with every text. */
export type Translated<W> = { [Name in keyof W]: W[Name] extends string ? string : Translated<W[Name]> };

/** The texts of one kind, by finding. */
export function wordsOf<W extends Words, Kind extends 'reason' | 'headline'>(words: W, kind: Kind) {
  const texts = Object.entries(words).flatMap(([code, each]) => (each[kind] ? [[code, each[kind]]] : []));
  return Object.fromEntries(texts) as {
    [Code in keyof W as W[Code] extends Record<Kind, string> ? Code : never]: string;
  };
}

/** What the page of findings says of each: all but what is said elsewhere. */
export function pageWords<W extends Words>(words: W) {
  const pages = Object.entries(words).map(([code, { reason, headline, evidence, ...page }]) => [code, page]);
  return Object.fromEntries(pages) as {
    [Code in keyof W]: Omit<W[Code], 'reason' | 'headline' | 'evidence'>;
  };
}

/** The lines of evidence of all of them. */
export function evidenceIn<W extends Words>(words: W) {
  return Object.assign({}, ...Object.values(words).map(({ evidence }) => evidence)) as {
    [Code in EvidenceOf<W>]: string;
  };
}

type EvidenceOf<W> = { [Code in keyof W]: W[Code] extends { evidence: infer E } ? keyof E : never }[keyof W];
