import { Button } from 'antd';
import { CircleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFoundPage } from './not-found';

const reloadedKey = 'td.reloadedFor';

/** A chunk of an older build is gone after an update: loading the page anew brings the new build. */
const isStaleBuild = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/iu.test(error.message);

/** Stands in place of a page that failed to render; the rest of the application goes on. */
export function PageError() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (notFound) return;
    console.error(error);
    const here = window.location.href;
    if (isStaleBuild(error) && sessionStorage.getItem(reloadedKey) !== here) {
      sessionStorage.setItem(reloadedKey, here);
      window.location.reload();
    }
  }, [error, notFound]);
  if (notFound) return <NotFoundPage />;
  return (
    <div className="kit-show-state kit-show-state-error" role="alert">
      <span className="kit-show-state-icon">
        <CircleAlert />
      </span>
      <div className="kit-show-state-title">页面遇到错误</div>
      <div className="kit-show-state-text">其他页面不受影响。刷新后仍然出现时，请联系服务商。</div>
      <div className="kit-show-state-action">
        <Button onClick={() => window.location.reload()}>刷新页面</Button>
      </div>
    </div>
  );
}
