import type { Metadata } from 'next';
import { LockPage } from '@/components/lock-page/lock-page';
import { displayOf } from '@/lib/domain/bytes';
import { keyOfSlug } from '@/lib/domain/lock-id';

type Props = { params: Promise<{ node: string; key: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const slug = decoded((await params).key);
  const key = keyOfSlug(slug);
  return { title: key === null ? 'Lock' : displayOf(key).text };
}

export default async function Page({ params }: Props) {
  const { node, key } = await params;
  const id = `${decoded(node)}.${decoded(key)}`;
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
