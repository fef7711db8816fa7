import type { z } from 'zod';
import * as requests from '../contract/history-queries';
import * as past from '../contract/past';
import * as answers from './answers-history';
import type { Operation } from './http/openapi';

/** Routes of the history. `error` = the schema of an error answer. */
export function historyOperations(error: z.ZodType): Operation[] {
  const errors = { 503: error, 504: error };
  const asked = (name: string, summary: string, query: z.ZodType, answer: z.ZodType): Operation => ({
    method: 'get',
    path: `/api/history/${name}`,
    summary,
    query,
    answer,
    errors,
  });
  return [
    asked(
      'series',
      'All figures of a range in at most 180 points. `format=csv` for a table.',
      requests.seriesQuery,
      answers.seriesAnswer,
    ),
    asked(
      'debt',
      'Contention debt: waiter-seconds of the locks with the most, and of all others.',
      requests.debtQuery,
      answers.debtAnswer,
    ),
    asked(
      'horizon',
      'How long held locks had left, over time.',
      requests.horizonQuery,
      answers.horizonAnswer,
    ),
    asked(
      'timeline',
      'Who had a lock, the locks of a family, or what a holder had. `format=csv` for a table.',
      requests.timelineQuery,
      past.timelineAnswer,
    ),
    asked('marks', 'Events and what people noted.', requests.marksQuery, answers.marksAnswer),
    asked('moment', 'Every lock as it was at a moment.', requests.momentQuery, past.momentAnswer),
    {
      ...asked('moment/{id}', 'One lock as it was at a moment.', requests.pastLockQuery, past.pastLockAnswer),
      errors: { ...errors, 404: error },
    },
    asked(
      'ledger',
      'Where leases were too short, and those that would have been long enough. `format=csv` for a table.',
      requests.ledgerQuery,
      answers.ledgerAnswer,
    ),
    {
      method: 'get',
      path: '/api/history/status',
      summary:
        'What the history itself says: where it is, how large, how far back, whether it can be written.',
      answer: answers.statusAnswer,
    },
    asked(
      'handover',
      'All about a lock or a window for somebody who takes over. `format=md` for a document.',
      requests.handoverQuery,
      answers.handoverAnswer,
    ),
    {
      method: 'post',
      path: '/api/annotations',
      summary: 'Puts a mark on every chart: a deployment, or a note.',
      body: requests.annotationBody,
      answer: answers.annotationResult,
      errors: { 403: error, 413: error, 429: error, 503: error },
    },
  ];
}
