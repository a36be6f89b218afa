import { writeStatus } from '@tongda/contract/enums/resource';
import { type PlanRow, planSend } from '@tongda/contract/route-plan/plan';
import { call } from '../../kit/api';
import { confirm, reportError, toast } from '../../kit/notify';
import { StateDot } from '../../kit/state-dot';

const tones = {
  [writeStatus.waiting]: 'blue',
  [writeStatus.sent]: 'blue',
  [writeStatus.done]: 'green',
  [writeStatus.failed]: 'red',
  [writeStatus.unsupported]: 'red',
  [writeStatus.offline]: 'amber',
  [writeStatus.expired]: 'grey',
  [writeStatus.silent]: 'red',
};

/** What the terminal made of the texts; the lines stand in 写卡设备 → 写入设备. */
export const SendResult = ({ status }: { status: number | null }) =>
  status === null ? '--' : <StateDot of={writeStatus} tones={tones} code={status} />;

/** Asks, and sends a plan to the terminal of its vehicle; answers whether it went. */
export async function sendPlan(plan: Pick<PlanRow, 'id' | 'version' | 'planName' | 'plateNo'>): Promise<boolean> {
  const sure = await confirm({
    title: `下发“${plan.planName}”到 ${plan.plateNo || '车辆终端'}？`,
    content: '以文本显示并播报途经点和时刻；终端离线时，72小时内上线自动下发。下发后不能再修改。',
    ok: '下发',
  });
  if (!sure) return false;
  try {
    const { texts } = await call(planSend, { id: plan.id, version: plan.version });
    toast('success', `已下发到 ${plan.plateNo}${texts > 1 ? `，分${texts}条文本` : ''}`);
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}
