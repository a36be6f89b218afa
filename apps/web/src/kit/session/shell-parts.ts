import type { ComponentType, ReactNode } from 'react';
import type { useSession } from './user';

type Session = ReturnType<typeof useSession.getState>;

/** One line of the user dropdown. */
export interface UserMenuEntry {
  key: string;
  label: string;
  icon: ReactNode;
  /** Smaller ones stand higher: 10 and up are pages, 50 and up settings, 90 and up ways out. */
  order: number;
  /** Absent = for everybody. */
  visible?: (session: Session) => boolean;
  /** Opens this dialog, mounted while it is open … */
  dialog?: ComponentType<{ close: () => void }>;
  /** … or does this. */
  run?: () => void;
}

/** What modules add to the shell, which imports none of them: the table is `areas/shell-parts.tsx`. */
export interface ShellParts {
  /** Buttons of the header between customer service and the user. */
  header: Readonly<Record<string, ComponentType>>;
  userMenu: readonly UserMenuEntry[];
  /** Mounted once beside the page: watchers, which speak through the strip. */
  overlays: Readonly<Record<string, ComponentType>>;
}
