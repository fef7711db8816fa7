import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isConsoleError } from '../../domain/values/errors';
import type { RetentionDays } from '../../history/archive/archive-types';
import { DEFAULT_RETENTION } from '../../history/archive/retention';
import { placeOf } from '../../history/database/place';

const FILE = 'history.db';
/** What is kept where nobody says anything, in the folder where the console was started. */
export const DATA_FOLDER = 'lockscope-data';

const MOST_DAYS = 3_650;
const LEAST_BYTES = 16 * 1024 ** 2;

const WORDS: Record<keyof RetentionDays, string> = {
  spans: 'Who had a lock from when to when, and who waited by name.',
  waiting: 'How many waited for each lock.',
  events: 'What happened to locks and servers.',
  audit: 'What people did, and marks.',
  seconds: 'Figures of every 10 seconds.',
  minutes: 'Figures of every minute.',
  tenMinutes: 'Figures of every 10 minutes.',
  hours: 'Figures of every hour and of every 6 hours.',
  days: 'Figures of every day.',
};

const daysSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(WORDS).map(([what, description]) => [
        what,
        z
          .number()
          .positive()
          .max(MOST_DAYS)
          .optional()
          .meta({
            description: `${description} Default ${DEFAULT_RETENTION.days[what as keyof RetentionDays]}.`,
          }),
      ]),
    ) as Record<keyof RetentionDays, z.ZodOptional<z.ZodNumber>>,
  )
  .meta({ description: 'How long each kind is kept at most, in days.' });

export const historySchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .superRefine((text, context) => {
        const problem = problemOf(text);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .optional()
      .meta({
        description:
          'SQLite file (a path, as seen from this file), postgres://… or memory:. LOCKSCOPE_HISTORY_URL wins. Default: history.db in the data folder.',
      }),
    days: daysSchema.optional(),
    maxBytes: z
      .int()
      .min(LEAST_BYTES)
      .optional()
      .meta({ description: 'Size above which detail goes first. Default 2 GiB; 128 MiB in memory.' }),
  })
  .meta({ description: 'Where the history is kept, and how much of it.' });

/** Where the history is kept, and how long. `url` is absolute, as `placeOf` takes it. */
export type HistorySettings = { url: string; days: Partial<RetentionDays>; maxBytes: number | null };

type Found = {
  /** Absolute path of the configuration file; null = there is none. */
  file: string | null;
  settings: z.infer<typeof historySchema> | undefined;
  dataDir: string | null;
  /** Where the console was started. */
  folder: string;
  /** LOCKSCOPE_HISTORY_URL. */
  variable: string | undefined;
};

/** Throws what `refuse` makes of a variable that means nothing. */
export function historyOf(
  { file, settings, dataDir, folder, variable }: Found,
  refuse: (problem: string) => Error,
): HistorySettings {
  const kept = { days: settings?.days ?? {}, maxBytes: settings?.maxBytes ?? null };
  if (variable) {
    const problem = problemOf(variable);
    if (problem) throw refuse(problem);
    return { url: absolute(variable, folder), ...kept };
  }
  if (settings?.url) return { url: absolute(settings.url, file ? dirname(file) : folder), ...kept };
  return { url: join(dataDir ?? resolve(folder, DATA_FOLDER), FILE), ...kept };
}

function absolute(url: string, folder: string): string {
  const place = placeOf(url, folder);
  return place.kind === 'sqlite' ? place.path : url;
}

function problemOf(url: string): string | null {
  try {
    placeOf(url);
    return null;
  } catch (error) {
    if (!isConsoleError(error, 'config-invalid')) throw error;
    return error.message.replace('the URL of the history ', '');
  }
}
