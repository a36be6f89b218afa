import { Popover } from 'antd';
import { Smartphone } from 'lucide-react';
import { Qr } from '../../../../../kit/show/qr';
import type { SiteInfo } from './use-site';

/** The phone pages of drivers; a browser is all that they need. Written out, as the table of screens would double what the login page loads. */
const phonePath = '/transport/m/driver';

/** 下载APP: the code that a phone scans. Where no app is named it leads to the phone pages, which need none. */
export function AppLink({ site }: { site: SiteInfo | null }) {
  if (!site) return null;
  const url = site.appUrl || `${window.location.origin}${phonePath}`;
  const card = (
    <div className="base-identity-login-app">
      <Qr value={url} size={148} edge />
      <p>{site.appUrl ? '手机扫码下载' : '司机手机扫码即用，无需安装'}</p>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {site.appUrl ? '打开下载页' : '在本机打开'}
      </a>
    </div>
  );
  return (
    <Popover trigger="click" placement="top" content={card}>
      <button type="button" className="td-plain td-link">
        <Smartphone className="td-ico" />
        {site.appUrl ? '下载APP' : '手机端'}
      </button>
    </Popover>
  );
}
