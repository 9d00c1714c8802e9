import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export default function Frame(): ReactNode {
  return <Outlet />;
}
