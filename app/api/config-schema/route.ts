import { configJsonSchema } from '@/lib/server/config-schema';
import { handleGet } from '@/lib/server/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, () => configJsonSchema());
