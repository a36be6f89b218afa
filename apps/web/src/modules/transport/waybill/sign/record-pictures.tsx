import { useQuery } from '@tanstack/react-query';
import { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import { call } from '../../../../kit/call/api';
import { PictureRow } from '../../../../kit/files/pictures';

/** Pictures of one departure, arrival or change of vehicles; a click opens the original. */
export function RecordPictures({ waybillCode, fileIds }: { waybillCode: string; fileIds: readonly string[] }) {
  const { data } = useQuery({
    queryKey: [recordPictures.path, waybillCode, fileIds.join()],
    queryFn: ({ signal }) => call(recordPictures, { id: waybillCode }, { signal, quiet: true }),
  });
  const shown = (data ?? []).filter(({ id }) => fileIds.includes(id));
  return <PictureRow pictures={shown} open={(at) => window.open(shown[at]?.url, '_blank', 'noopener')} />;
}
