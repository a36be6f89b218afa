import { App } from 'antd';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { bindNotify } from '../kit/notify';
import { ThemeProvider } from '../theme/theme-provider';

/** Around every page: theme, toasts and dialogs. */
export function Root() {
  return (
    <ThemeProvider>
      <NotifyBinder />
      <Outlet />
    </ThemeProvider>
  );
}

/** Hands antd's message and modal to code outside of React. */
function NotifyBinder() {
  const api = App.useApp();
  useEffect(() => {
    bindNotify(api);
    return () => bindNotify(null);
  }, [api]);
  return null;
}
