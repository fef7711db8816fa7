import { type ApiEndpoint, failing } from '../endpoint';
import { InsightsAnswer } from '../insights';
import { Blockers } from './blockers';
import { FamilyReport } from './family-report';
import { HandoverPack } from './handover';
import { DebtSeries, HistorySeries, HistoryStatus, HorizonSeries, Marks } from './history';
import * as asked from './history-queries';
import { Ledger } from './ledger';
import { PastLockAnswer, PastMoment, Timeline } from './past';
import { WhatIf } from './what-if';

const ofHistory = failing(503, 504);

/** Endpoints that answer from the history. */
export const HISTORY_ENDPOINTS = {
  'GET /api/history/series': {
    right: 'view',
    summary: 'All figures of a range in at most 180 points. `format=csv` for a table.',
    query: asked.seriesQuery,
    answer: HistorySeries,
    file: true,
    errors: ofHistory,
  },
  'GET /api/history/debt': {
    right: 'view',
    summary: 'Contention debt: waiter-seconds of the locks with the most, and of all others.',
    query: asked.debtQuery,
    answer: DebtSeries,
    errors: ofHistory,
  },
  'GET /api/history/families': {
    right: 'view',
    summary:
      'Every family in a range: contention debt, waits, holds against the lease, rate, expiries, and who waits now. `format=csv` for a table.',
    query: asked.familyReportQuery,
    answer: FamilyReport,
    file: true,
    errors: ofHistory,
  },
  'GET /api/history/blockers': {
    right: 'view',
    summary:
      'Who cost whom how many waiter-seconds: waits are charged to the holder of the moment, or to whom that one waits for.',
    query: asked.blockersQuery,
    answer: Blockers,
    errors: ofHistory,
  },
  'GET /api/history/horizon': {
    right: 'view',
    summary: 'How long held locks had left, over time.',
    query: asked.horizonQuery,
    answer: HorizonSeries,
    errors: ofHistory,
  },
  'GET /api/history/timeline': {
    right: 'view',
    summary: 'Who had a lock, the locks of a family, or what a holder had. `format=csv` for a table.',
    query: asked.timelineQuery,
    answer: Timeline,
    file: true,
    errors: ofHistory,
  },
  'GET /api/history/marks': {
    right: 'view',
    summary: 'Events and what people noted.',
    query: asked.marksQuery,
    answer: Marks,
    errors: ofHistory,
  },
  'GET /api/history/moment': {
    right: 'view',
    summary: 'Every lock as it was at a moment.',
    query: asked.momentQuery,
    answer: PastMoment,
    errors: ofHistory,
  },
  'GET /api/history/moment/{id}': {
    right: 'view',
    on: 'lock',
    summary: 'One lock as it was at a moment.',
    query: asked.pastLockQuery,
    answer: PastLockAnswer,
    errors: failing(404, 503, 504),
  },
  'GET /api/history/ledger': {
    right: 'view',
    summary:
      'Where leases were too short, and those that would have been long enough. `format=csv` for a table.',
    query: asked.ledgerQuery,
    answer: Ledger,
    file: true,
    errors: ofHistory,
  },
  'GET /api/history/what-if': {
    right: 'view',
    summary:
      'Contention debt and waits of a range with another lease, hold time, number of locks or queue: a replay of what was recorded. Silent, with the reason, where the record does not suffice.',
    query: asked.whatIfQuery,
    answer: WhatIf,
    errors: { ...ofHistory, ...failing(429) },
  },
  'GET /api/history/status': {
    right: 'view',
    summary: 'What the history itself says: where it is, how large, how far back, whether it can be written.',
    answer: HistoryStatus,
    errors: {},
  },
  'GET /api/history/handover': {
    right: 'view',
    summary: 'All about a lock or a window for somebody who takes over. `format=md` for a document.',
    query: asked.handoverQuery,
    answer: HandoverPack,
    file: true,
    errors: ofHistory,
  },
  'GET /api/insights': {
    right: 'view',
    summary:
      'Statements about how locks were used in a range, each with its sample and method; the most harm first.',
    query: asked.insightsQuery,
    answer: InsightsAnswer,
    errors: ofHistory,
  },
} satisfies Record<`GET /${string}`, ApiEndpoint>;
