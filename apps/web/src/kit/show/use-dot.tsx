import { useStatus } from '@tongda/contract/ground/place/enums';
import { StateDot } from './state-dot';

const tones = { [useStatus.on]: 'green', [useStatus.off]: 'grey' };
/** 启用 or 停用 of a place or a line, as a dot and its word. */
export const UseDot = ({ status }: { status: number }) => <StateDot of={useStatus} tones={tones} code={status} />;
