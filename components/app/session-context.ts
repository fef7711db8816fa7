'use client';

import { createContext } from 'react';
import type { SessionAnswer } from '@/lib/contract/access/sessions';

/** Who looks at this page, and how to sign in, as it was when the page was loaded. The frame has it without the rules of rights. */
export const SessionContext = createContext<SessionAnswer>({ who: null, signIn: null, nowMs: 0 });
