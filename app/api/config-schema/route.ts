import { configJsonSchema } from '@/lib/server/config/config-schema';
import { handleGet } from '@/lib/server/http/handle';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, () => configJsonSchema());
