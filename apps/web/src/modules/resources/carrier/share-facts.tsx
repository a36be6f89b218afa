import type { CarrierRow } from '@tongda/contract/resources/carrier/calls';
import { carrierShare } from '@tongda/contract/resources/enums';
import { shortTime } from '../../../kit/show/format';

export const shareTones = {
  [carrierShare.sharing]: 'green',
  [carrierShare.ended]: 'amber',
  [carrierShare.none]: 'grey',
  [carrierShare.unlinked]: 'grey',
};

/** The carrier's company on this platform, and the numbers of vehicles shared in either direction. */
export function ShareFacts({ carrier: c }: { carrier: CarrierRow }) {
  if (c.linkedName === null) return <p className="td-cap">没有关联平台上的公司</p>;
  return (
    <p>
      已关联 <b>{c.linkedName}</b>，对方共享给本公司 {c.sharedIn} 辆，本公司共享给对方 {c.sharedOut} 辆
      {c.shareUntil === null ? '' : `，最早 ${shortTime(c.shareUntil)} 到期`}
      {c.shareState === carrierShare.ended ? '，以前的共享已到期' : ''}
    </p>
  );
}
