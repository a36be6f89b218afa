import { type Probe, probeKinds } from '@tongda/contract/resources/vehicle/probe';
import { useSession } from '../../../../kit/session/user';
import { formatRange, none, wireTime } from '../../../../kit/show/format';

/** The company, and the foot of a printed page with who printed it when. */
export function usePaperFoot(): { company: string; foot: string } {
  const user = useSession((state) => state.user);
  return {
    company: user?.clientName ?? '',
    foot: `打印人 ${user?.name ?? ''}　打印时间 ${wireTime(Date.now())}`,
  };
}

/** The limits of a wire with their unit: `-25.0 ~ -18.0 ℃`. */
export const formatBounds = ({ kind, lower, upper }: Pick<Probe, 'kind' | 'lower' | 'upper'>): string =>
  lower === null && upper === null
    ? none
    : `${formatRange(lower, upper, kind === 'tem' ? 1 : 0)} ${probeKinds[kind].unit}`;
