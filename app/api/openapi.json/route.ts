import { handleGet } from '@/lib/server/handle';
import { openApiDocument } from '@/lib/server/openapi';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, () => openApiDocument());
