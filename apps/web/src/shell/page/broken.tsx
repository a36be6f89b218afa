import { Button } from 'antd';
import { CircleAlert } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import type { PageLoader } from '../../kit/page';
import { NotFoundPage } from './not-found';

/** The file of a page did not come: without a network, or because a new release has taken the older files away. Each browser words it its own way. */
const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/iu.test(error.message);

/** In place of a page that failed to render; the rest of the application goes on. */
export function PageError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <BrokenPage error={error} />;
}

/**
 * In place of a page that failed to load or to render. Nothing reloads by itself: without a network everything would be gone, and what waits in the other tabs in any case.
 */
export function BrokenPage({ error, again }: { error: unknown; again?: () => void }) {
  useEffect(() => console.error(error), [error]);
  const { title, text } = isNotLoaded(error)
    ? { title: '页面加载失败', text: '可能是网络中断或系统刚刚升级，请刷新后重试。' }
    : { title: '页面遇到错误', text: '其他页面不受影响。刷新后仍然出现时，请联系服务商。' };
  return (
    <div className="kit-show-state kit-show-state-error" role="alert">
      <span className="kit-show-state-icon">
        <CircleAlert />
      </span>
      <div className="kit-show-state-title">{title}</div>
      <div className="kit-show-state-text">{text}</div>
      <div className="kit-show-state-action">
        {again ? (
          <Button type="primary" onClick={again}>
            重试
          </Button>
        ) : null}
        <Button onClick={() => window.location.reload()}>刷新</Button>
      </div>
    </div>
  );
}

interface Late {
  load: PageLoader;
  error: unknown;
  /** what a further try brought */
  come: ComponentType | null;
}

/** In place of a page whose files did not come, until a further try brings them: when it is opened again, or by the button. The router keeps what it was given first. */
export function lateComing(load: PageLoader, error: unknown): ComponentType {
  const late: Late = { load, error, come: null };
  return () => <LatePage of={late} />;
}

function LatePage({ of }: { of: Late }) {
  const [Page, setPage] = useState<ComponentType | null>(() => of.come);
  const [error, setError] = useState(of.error);
  const again = useCallback(() => {
    of.load().then((page) => {
      of.come = page;
      setPage(() => page);
    }, setError);
  }, [of]);
  useEffect(() => {
    if (!of.come) again();
  }, [of, again]);
  return Page ? <Page /> : <BrokenPage error={error} again={again} />;
}
