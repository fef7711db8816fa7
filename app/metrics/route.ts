import { serve } from '@/lib/server/http/handle';

export const GET = (request: Request) => serve('GET /metrics', request);
