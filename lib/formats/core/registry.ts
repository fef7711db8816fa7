import type { Confidence, FormatRef } from '../../contract/lock';
import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import { compileGlob } from '../../domain/keys/glob';
import type { RawKey } from '../../domain/keys/raw-key';
import type { Decoded, Format, Observation } from './format';
import { isLookAlike } from './look-alikes';
import { compileNames, type Declared, type NameMatcher } from './name-matcher';
import { operatorHolder, quarantineOf } from './quarantine';
import { unknownAfterLock } from './unknown-value';

export type RecogniseContext = Omit<Observation, 'raw' | 'companions'> &
  Partial<Pick<Observation, 'companions'>> & {
    /** The key had a lock a while ago: whatever it holds now is shown. */
    hadLock?: (() => boolean) | undefined;
    /** Libraries whose scripts are on the server: they have run there. */
    ran?: ReadonlySet<string> | undefined;
  };

export type Recognised = {
  format: Format;
  confidence: Confidence;
  /** It is only possible, and no pattern, rule or decision says that it is a lock: shown apart, and nothing is found in it. */
  isOnlyPossible: boolean;
  /** What else the same bytes could be, best first. */
  alternatives: FormatRef[];
  /** The one library of several, perhaps the format's own, that ran on the server; null = nothing tells them apart. */
  hint: FormatRef | null;
  decoded: Decoded;
  /** What it was recognised by. */
  sight: Observation;
};

/** The formats of one target and everything that is made of all of them together. */
export type Registry = {
  readonly formats: readonly Format[];
  /** Tells locks by their names: every format's, lock-like words, and the configured patterns. */
  readonly names: NameMatcher;
  /** What a key is, or null when it is no lock we know. Pure; looks at nothing but its arguments and never throws. */
  recognise(raw: RawKey, context: RecogniseContext): Recognised | null;
  /** Names of the locks that a key may belong to, the likeliest first; empty when it belongs to none. */
  ownersOf(key: ByteString): ByteString[];
  /** Names of all keys that may belong to this one, whatever lock it is. */
  companionsOf(raw: RawKey): ByteString[];
  /** Formats whose locks this key belongs to, if it belongs to a lock of this name. */
  companionFormats(key: ByteString, lock: ByteString): Format[];
  /** Patterns of the channels that release messages of all formats go to. */
  readonly channelPatterns: readonly string[];
  /** Keys a release channel may belong to, likeliest first; empty when it is none. */
  keysOfChannel(channel: ByteString): ByteString[];
  /** Ids of the formats whose channel it may be. */
  formatsOfChannel(channel: ByteString): string[];
  /** Channel on which waiters of a lock of this format listen; undefined = they do not. */
  channelOf(formatId: string, key: ByteString): ByteString | undefined;
};

const NOTHING: Observation['companions'] = new Map();
const madeOf = new WeakMap<Format, Map<string, Format>>();

/** The format under the name of the library that was found out. */
function ofLibrary(format: Format, library: string | null | undefined): Format {
  if (!library) return format;
  const made = madeOf.get(format) ?? new Map<string, Format>();
  const named = made.get(library) ?? { ...format, library };
  madeOf.set(format, made.set(library, named));
  return named;
}

function readingOf(format: Format, confidence: Confidence, sight: Observation): Recognised {
  return {
    format: ofLibrary(format, format.libraryOf?.(sight)),
    confidence,
    isOnlyPossible: confidence === 'possible',
    alternatives: format.alternatives?.(sight) ?? [],
    hint: null,
    decoded: format.decode(sight),
    sight,
  };
}

/** A lock that an operator has in quarantine is of the format that it was of before; null = nobody has it so. */
function inQuarantine(sameType: readonly Format[], sight: Observation): Recognised | null {
  const found = quarantineOf(sight.raw);
  const format = found && sameType.find(({ id }) => id === found.formatId);
  if (!format) return null;
  const reading = readingOf(format, 'certain', sight);
  const decoded = { ...reading.decoded, holders: [operatorHolder(found.token)], valueDeadlineMs: null };
  return { ...reading, decoded };
}

/** Of the libraries that may have written a key, the format's own among them, the only one that ran on the server. */
function onlyOneThatRan(
  { library }: Format,
  { format, alternatives }: Recognised,
  ran: ReadonlySet<string> | undefined,
): FormatRef | null {
  if (!ran || ran.size === 0) return null;
  const own = ran.has(library) ? [{ id: format.id, library: format.library }] : [];
  const [first = null, ...others] = [...own, ...alternatives.filter((each) => ran.has(each.library))];
  return others.length === 0 ? first : null;
}

/**
 * The same reading, told by the library that ran. Where that one's own format knows its locks only once it was told, as
 * Spring's does under most names, it reads them: only it knows how their waiters are woken.
 */
function toldBy(hint: FormatRef, reading: Recognised, sameType: readonly Format[]): Recognised {
  const own = sameType.find(({ id }) => id === hint.id && id !== reading.format.id);
  const sight: Observation = { ...reading.sight, was: hint.id };
  if (own && !own.recognise(reading.sight) && own.recognise(sight))
    return { ...readingOf(own, 'likely', sight), hint };
  const alternatives = [...reading.alternatives].sort((a, b) => Number(b === hint) - Number(a === hint));
  return { ...reading, confidence: 'likely', isOnlyPossible: false, alternatives, hint };
}

/** The first of these formats that recognises a key has it; `patterns` are Redis globs. */
export function registryOf(
  formats: readonly Format[],
  patterns: readonly string[],
  decided: Declared = () => null,
): Registry {
  const globs = patterns.map((pattern) => compileGlob(bytesOf(pattern)));
  const declared: Declared = (key) => decided(key) ?? (globs.some((glob) => glob(key)) ? 'lock' : null);
  const byType = new Map<string, Format[]>();
  for (const format of formats) {
    const known = byType.get(format.redisType);
    if (known) known.push(format);
    else byType.set(format.redisType, [format]);
  }
  const freeWithoutKey = formats.filter(({ recogniseFree }) => recogniseFree);
  const candidates = (type: RawKey['type']) => (type === 'none' ? freeWithoutKey : (byType.get(type) ?? []));
  const channels = formats.flatMap((format) => format.channels ?? []);
  const withNames = formats.flatMap((format) => {
    const names = format.companions?.names;
    return names ? [{ format, names }] : [];
  });
  const shapes = [...new Set(withNames.map(({ names }) => names.shape.source))];
  const companionShape = shapes.length > 0 ? new RegExp(shapes.join('|')) : null;

  return {
    formats,
    names: compileNames(formats, declared),
    recognise(raw, { now, named, heard, was, companions = NOTHING, hadLock, ran }) {
      const sight: Observation = { raw, companions, now, named, heard, was };
      const quarantined = inQuarantine(candidates(raw.type), sight);
      if (quarantined) return quarantined;
      for (const format of candidates(raw.type)) {
        const confidence = raw.type === 'none' ? format.recogniseFree?.(sight) : format.recognise(sight);
        if (!confidence) continue;
        const says = declared(raw.key);
        if (isLookAlike(raw.key, raw.value) || (says === 'not-a-lock' && confidence !== 'certain'))
          return null;
        const reading = readingOf(format, confidence, sight);
        const isUnsure = confidence === 'possible' || format.ofSeveral;
        const hint = isUnsure ? onlyOneThatRan(format, reading, ran) : null;
        if (hint) return toldBy(hint, reading, candidates(raw.type));
        const isOnlyPossible = reading.isOnlyPossible && says === null && !format.isName && !hadLock?.();
        return isOnlyPossible === reading.isOnlyPossible ? reading : { ...reading, isOnlyPossible };
      }
      const format = hadLock?.() ? unknownAfterLock.get(raw.type) : undefined;
      return format ? { ...readingOf(format, 'possible', sight), isOnlyPossible: false } : null;
    },
    ownersOf(key) {
      if (!companionShape?.test(key)) return [];
      return [...new Set(withNames.flatMap(({ names }) => names.ownersOf(key)))];
    },
    companionsOf(raw) {
      const names = candidates(raw.type).flatMap(({ companions }) => companions?.of(raw) ?? []);
      return [...new Set(names)].filter((name) => name !== raw.key);
    },
    companionFormats: (key, lock) =>
      companionShape?.test(key)
        ? withNames.filter(({ names }) => names.ownersOf(key).includes(lock)).map(({ format }) => format)
        : [],
    channelPatterns: [...new Set(channels.map(({ pattern }) => pattern))],
    keysOfChannel: (channel) => [...new Set(channels.flatMap(({ keysOf }) => keysOf(channel)))],
    formatsOfChannel: (channel) =>
      formats.flatMap(({ id, channels: its }) => (its && its.keysOf(channel).length > 0 ? id : [])),
    channelOf: (formatId, key) => formats.find(({ id }) => id === formatId)?.channels?.channelOf(key),
  };
}
