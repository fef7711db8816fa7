import { serveApi, serveOptions } from '@/lib/server/http/handle';

export const GET = serveApi;
export const POST = serveApi;
export const DELETE = serveApi;
export const OPTIONS = serveOptions;
