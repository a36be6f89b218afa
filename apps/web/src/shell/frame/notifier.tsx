import { App } from 'antd';
import { useEffect } from 'react';
import { bindNotify } from '../../kit/dialog/notify';

/** antd's toasts and dialogs for code outside of React. */
export default function Notifier() {
  return (
    <App component={false}>
      <Binder />
    </App>
  );
}

function Binder() {
  const api = App.useApp();
  useEffect(() => {
    bindNotify(api);
    return () => bindNotify(null);
  }, [api]);
  return null;
}
