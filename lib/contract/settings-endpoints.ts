import { type ApiEndpoint, failing } from './endpoint';
import { SettingsAnswer, TargetTest, TargetTestRequest } from './settings';

/** Endpoints by which an administrator sees how the console is set up, and tests its connections. */
export const SETTINGS_ENDPOINTS = {
  'GET /api/settings': {
    right: 'admin',
    on: 'target',
    summary: 'Targets with their last test, roles as they are in effect, and how this console is.',
    answer: SettingsAnswer,
    errors: {},
  },
  'POST /api/targets/{id}/test': {
    right: 'admin',
    on: 'target',
    summary:
      'Reaches every server of a target now, tries each right of the Redis user, and says what is missing. Changes no key.',
    body: TargetTestRequest,
    answer: TargetTest,
    errors: failing(413),
  },
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, ApiEndpoint>;
