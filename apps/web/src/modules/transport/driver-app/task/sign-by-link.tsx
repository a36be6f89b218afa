import type { Output } from '@tongda/contract/core/endpoint';
import { driverSignLink } from '@tongda/contract/transport/trip/receiver-sign';
import { useEffect, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { minuteText } from '../../../../kit/show/format';
import { Qr } from '../../../../kit/show/qr/code';
import type { Driver } from '../use-driver';

export type SignLink = Output<typeof driverSignLink>;

interface SignByLinkProps {
  driver: Driver;
  waybillCode: string;
  orderCode: string;
  /** the link that is shown; while it is, nobody signs on this phone */
  link: SignLink | null;
  setLink: (link: SignLink | null) => void;
}

const refreshMs = 5_000;

/** The receiver signs on his own phone: a code to scan. It needs a network; without one he signs on this phone. */
export function SignByLink({ driver, waybillCode, orderCode, link, setLink }: SignByLinkProps) {
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const { refresh } = driver;
  // his signature shows here within seconds
  useEffect(() => {
    if (!link) return undefined;
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [link, refresh]);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFault('');
    try {
      setLink(await call(driverSignLink, { waybillCode, orderCode }, { quiet: true }));
    } catch (error) {
      setFault(error instanceof ApiError && error.code > 0 ? error.message : '没有网络，请收货人在下面的签名区签名');
    }
    setBusy(false);
  };
  if (link)
    return (
      <section className="transport-driver-app-card transport-driver-app-qr" aria-label="收货人扫码签收">
        <Qr value={`${window.location.origin}${link.url}`} size={200} />
        <p>请收货人用手机扫码，核对件数后签名</p>
        <p className="transport-driver-app-note">
          {minuteText(link.expireTime)} 前有效，只能签一次；签完后这里自动更新
        </p>
        <button type="button" className="transport-driver-app-text" onClick={() => setLink(null)}>
          改用本机签名
        </button>
      </section>
    );
  return (
    <div className="transport-driver-app-card">
      <button
        type="button"
        className="transport-driver-app-second transport-driver-app-scan"
        disabled={busy}
        onClick={() => void make()}
      >
        收货人扫码签收
      </button>
      {fault ? (
        <p className="transport-driver-app-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
