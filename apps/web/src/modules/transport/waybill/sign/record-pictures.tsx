import { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import { useAsk } from '../../../../kit/call/use-ask';
import { PictureRow } from '../../../../kit/files/pictures';

/** Pictures of one departure, arrival or change of vehicles; a click opens the original. */
export function RecordPictures({ waybillCode, fileIds }: { waybillCode: string; fileIds: readonly string[] }) {
  const { data } = useAsk(recordPictures, { id: waybillCode });
  const shown = (data ?? []).filter(({ id }) => fileIds.includes(id));
  return <PictureRow pictures={shown} open={(at) => window.open(shown[at]?.url, '_blank', 'noopener')} />;
}
