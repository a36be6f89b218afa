import {
  type RecorderFile,
  recorderFileColumns,
  recorderFiles,
} from '@tongda/contract/resources/equipment/recorder-files';
import { Image } from 'antd';
import { Suspense } from 'react';
import { Panel } from '../../../kit/detail/panel';
import { InnerList } from '../../../kit/list/inner';
import { Can } from '../../../kit/session/can';
import { fileSize, none } from '../../../kit/show/format';
import { Loading } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { RecorderMessages } from '../frame/door';

const cells: Cells<RecorderFile> = {
  image: ({ image, url, name }) =>
    image && url ? <Image src={url} alt={name} width={40} height={28} className="resources-equipment-photo" /> : none,
  camera: ({ camera }) => camera || none,
  name: ({ url, name }) =>
    url ? (
      <a href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    ) : (
      `${name}（未上传）`
    ),
  bytes: ({ bytes }) => (bytes === null ? none : fileSize(bytes)),
};

/** 照片 and 终端数据 of a portable recorder, for those who may see them. */
export function RecorderSent({ id }: { id: string }) {
  return (
    <Can do={recorderFiles}>
      <Panel flush title="照片">
        <Image.PreviewGroup>
          <InnerList<RecorderFile>
            of={recorderFiles}
            columns={recorderFileColumns}
            cells={cells}
            fixed={{ portableId: id }}
            empty="设备没有上传过照片"
          />
        </Image.PreviewGroup>
      </Panel>
      <Panel flush title="终端数据">
        <Suspense fallback={<Loading />}>
          <RecorderMessages portableId={id} />
        </Suspense>
      </Panel>
    </Can>
  );
}
