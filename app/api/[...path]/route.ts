import { missingRoute } from '@/lib/server/missing-route';

export const GET = missingRoute;
export const POST = missingRoute;
export const DELETE = missingRoute;
