'use client';

import { createContext } from 'react';
import type { LinkTemplate } from '@/lib/domain/values/link-template';

/** Links to the tools of whoever runs this console, of its configuration; none before somebody has signed in. */
export const LinksContext = createContext<readonly LinkTemplate[]>([]);
