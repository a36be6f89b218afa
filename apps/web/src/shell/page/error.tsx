import { brandOfHost } from '@tongda/contract/base/brand/calls';
import { messages } from '@tongda/contract/core/messages';
import { href, routes } from '@tongda/contract/shell/routes';
import { CircleAlert, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/call/api';
import { goToLogin } from '../../kit/session/leave';
import { Loading } from '../../kit/show/states';
import { MessagePage } from './message';

const causes: Readonly<Record<string, { title: string; text: string }>> = {
  noauth: { title: messages['guard.denied'], text: '您没有此页面的权限，请联系贵公司的系统管理员开通' },
  nomenu: { title: messages['guard.denied'], text: messages['guard.noMenu'] },
  expired: { title: '登录已过期', text: messages['session.idle'] },
  maintenance: { title: '系统维护中', text: '平台正在升级，请稍后再试' },
  unsupported: { title: '浏览器版本过低', text: '请使用最近两年的 Chrome、Edge 或 Firefox 浏览器' },
};

/**
 * A driver's account has no menu but a page of its own: it is opened by a full load, so that it keeps itself for places without a network.
 * True until it is known whether the account is one: a driver is not told first that he has no rights.
 */
function useDriversWay(without: boolean): boolean {
  const [asking, setAsking] = useState(without);
  useEffect(() => {
    setAsking(without);
    if (!without) return;
    // the calls of the phone page are not loaded for everybody
    void import('@tongda/contract/transport/driver-app/calls')
      .then(({ driverTasks }) => call(driverTasks, undefined, { quiet: true }))
      .then(
        () => window.location.replace(href(routes.driverHome, 'transport')),
        () => setAsking(false),
      );
  }, [without]);
  return asking;
}

/** /community/error?code=…: why one cannot go on, and the ways out. */
export function ErrorPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const code = params.get('code') ?? '';
  const asking = useDriversWay(code === 'nomenu');
  if (asking) return <Loading />;
  const cause = causes[code] ?? { title: '页面遇到错误', text: '请返回首页，或刷新后重试' };
  const home = { label: '返回首页', run: () => void navigate(href(routes.communityHome, 'community')), primary: true };
  const login = { label: '重新登录', run: () => goToLogin() };
  return (
    <MessagePage
      icon={code === 'noauth' || code === 'nomenu' ? <LockKeyhole /> : <CircleAlert />}
      title={cause.title}
      text={cause.text}
      note={<Help trace={params.get('trace')} />}
      // Without any menu the home page leads back here.
      actions={code === 'nomenu' ? [login] : [home, login]}
    />
  );
}

/** The service number to call, and the number of the failed call to tell there. */
function Help({ trace }: { trace: string | null }) {
  const [phone, setPhone] = useState('');
  useEffect(() => {
    call(brandOfHost, {}, { quiet: true }).then(
      ({ servicePhone }) => setPhone(servicePhone),
      () => undefined,
    );
  }, []);
  return (
    <>
      {phone ? (
        <span>
          联系客服 <a href={`tel:${phone}`}>{phone}</a>
        </span>
      ) : null}
      {trace ? <span> 错误编号 {trace.slice(0, 64)}</span> : null}
    </>
  );
}
