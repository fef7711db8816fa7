import { DraftTest, SampleChange, SampleRequest, TargetAdded, TargetDraft } from './add-target';
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
  'POST /api/targets/test': {
    right: 'admin',
    on: 'target',
    summary:
      'Reaches every server that a target names which is not configured, as the test of one that is. Saves nothing.',
    body: TargetDraft,
    answer: DraftTest,
    errors: failing(413, 429, 503),
    audited: 'test-target',
  },
  'POST /api/targets': {
    right: 'admin',
    on: 'target',
    summary: 'Saves a target in the file of the configuration and watches it from now on.',
    body: TargetDraft,
    answer: TargetAdded,
    errors: failing(413, 429, 503),
    audited: 'add-target',
  },
  'POST /api/sample-data': {
    right: 'admin',
    on: 'target',
    summary:
      'Starts made-up locks on servers of this console’s own, or ends them. They are in no configuration.',
    body: SampleRequest,
    answer: SampleChange,
    errors: failing(413, 429, 503),
    audited: 'sample-data',
  },
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, ApiEndpoint>;
