import { insightDoc } from '@/lib/server/http/insight-doc';

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return insightDoc((await params).file);
}
