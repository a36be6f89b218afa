import { z } from 'zod';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { button } from '../../shell/rights';
import { terminalFileKind } from '../../watch/alarm/enums';

/** A photo, sound or video that a portable recorder took. */
const recorderFile = z.object({
  id,
  name: z.string(),
  kind: terminalFileKind.schema,
  /** which camera or microphone; '' for a recorder's only one */
  camera: z.string(),
  /** by the recorder's clock where it told one, else when it came */
  time: dateTime,
  /** of what is here; what was announced and is not here yet has none */
  bytes: z.number().nullable(),
  /** browsers show it as a picture */
  image: z.boolean(),
  /** link of ten minutes; null: it was announced and is not here yet */
  url: z.string().nullable(),
});
export type RecorderFile = z.infer<typeof recorderFile>;

export const recorderFileColumns = columns<RecorderFile>()([
  { value: 'image', label: '预览', width: 64, noEdit: true },
  { value: 'time', label: '拍摄时间', width: 136 },
  { value: 'kind', label: '类型', width: 64, dict: 'terminalFileKind' },
  { value: 'camera', label: '通道', width: 80 },
  { value: 'name', label: '文件名', width: 140 },
  { value: 'bytes', label: '大小', width: 80, align: 'right' },
]);

/** 照片 of a recorder, the newest first. 4004 for one that the caller does not see. */
export const recorderFiles = endpoint({
  path: '/api/base/portable/file/page',
  access: button('portableController', 'message'),
  title: '便携设备的照片',
  input: pageQuery.extend({ portableId: id }),
  output: pageOf(recorderFile),
});
