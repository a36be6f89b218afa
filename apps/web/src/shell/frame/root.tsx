import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { onNotifyWanted } from '../../kit/dialog/notify';
import { ThemeProvider } from '../../theme/provider';

const Notifier = lazy(() => import('./notifier'));

/** Around every page: theme, toasts and dialogs. */
export function Root() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    onNotifyWanted(() => setWanted(true));
    return () => onNotifyWanted(null);
  }, []);
  return (
    <ThemeProvider>
      <Outlet />
      {wanted ? (
        <Quiet>
          <Suspense fallback={null}>
            <Notifier />
          </Suspense>
        </Quiet>
      ) : null}
    </ThemeProvider>
  );
}

/** Without a network the toasts cannot be loaded: the page itself goes on. */
class Quiet extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
