import { Popover } from 'antd';
import type { ReactElement } from 'react';
import { Qr } from '../../../../../kit/show/qr/code';

/** The phone pages of drivers; a browser is all that they need. Written out, as the table of screens would double what the login page loads. */
const phonePath = '/transport/m/driver';

/** The code that a phone scans, above the button that asked for it. Where no app is named it leads to the phone pages, which need none. */
export function AppCard({ appUrl, children }: { appUrl: string; children: ReactElement }) {
  const url = appUrl || `${window.location.origin}${phonePath}`;
  const card = (
    <div className="base-identity-login-app">
      <Qr value={url} size={148} edge />
      <p>{appUrl ? '手机扫码下载' : '司机手机扫码即用，无需安装'}</p>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {appUrl ? '打开下载页' : '在本机打开'}
      </a>
    </div>
  );
  return (
    <Popover defaultOpen trigger="click" placement="top" content={card}>
      {children}
    </Popover>
  );
}
