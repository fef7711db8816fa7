import type { Metadata } from 'next';
import { SignInPage } from '@/components/sign-in/sign-in-page';
import { pathHere } from '@/lib/server/http/page-session';

export const metadata: Metadata = { title: 'Sign in' };

type Props = { searchParams: Promise<{ to?: string | string[] }> };

export default async function Page({ searchParams }: Props) {
  const { to } = await searchParams;
  return <SignInPage to={pathHere(typeof to === 'string' ? to : '')} />;
}
