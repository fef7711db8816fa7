import type { Metadata } from 'next';
import { SignInPage } from '@/components/sign-in/sign-in-page';
import { pathHere } from '@/lib/server/http/path-here';

export const metadata: Metadata = { title: 'Sign in' };

type Text = string | string[];
type Props = { searchParams: Promise<{ to?: Text; problem?: Text }> };

export default async function Page({ searchParams }: Props) {
  const { to, problem } = await searchParams;
  const path = pathHere(typeof to === 'string' ? to : '');
  return <SignInPage to={path} problem={typeof problem === 'string' ? problem : null} />;
}
