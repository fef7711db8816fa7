import type { Metadata } from 'next';
import { LockPage } from '@/components/lock-page/lazy-page';
import { lockOfPath, lockTitle } from '@/components/lock-page/lock-title';

type Props = { params: Promise<{ node: string; key: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: lockTitle(decoded((await params).key)) };
}

export default async function Page({ params }: Props) {
  const { node, key } = await params;
  const id = lockOfPath(decoded(node), decoded(key));
  return <LockPage key={id} id={id} />;
}

/** Segments may arrive percent-encoded; a slug itself holds no percent sign. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
