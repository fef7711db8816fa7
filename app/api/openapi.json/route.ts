import { handleGet } from '@/lib/server/http/handle';
import { openApiDocument } from '@/lib/server/http/openapi';
import { noQuery } from '@/lib/server/requests';

export const GET = handleGet(noQuery, () => openApiDocument());
