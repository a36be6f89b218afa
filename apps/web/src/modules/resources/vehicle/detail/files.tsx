import type { Output } from '@tongda/contract/core/endpoint';
import { vehicleFiles } from '@tongda/contract/resources/vehicle/calls';
import { Image, Table } from 'antd';
import { FileText } from 'lucide-react';
import { Asked } from '../../../../kit/detail/asked';
import { fileSize, none } from '../../../../kit/show/format';
import { Empty } from '../../../../kit/show/states';

type FileRow = Output<typeof vehicleFiles>[number];

/** 文件: all files of the vehicle. They are added elsewhere: papers under 证照, bills with their repair order. */
export function VehicleFiles({ vehicleId }: { vehicleId: string }) {
  return (
    <Asked of={vehicleFiles} input={{ id: vehicleId }}>
      {(files) => <Files files={files} />}
    </Asked>
  );
}

function Files({ files }: { files: FileRow[] }) {
  if (files.length === 0) return <Empty title="还没有文件" text="证照图片在“证照”中上传，维修票据随维修单上传" />;
  return (
    <Image.PreviewGroup>
      <Table<FileRow>
        size="small"
        rowKey={(file) => `${file.id} ${file.source}`}
        dataSource={files}
        pagination={files.length > 30 ? { pageSize: 30, showSizeChanger: false } : false}
        columns={[
          {
            title: '预览',
            width: 64,
            render: (_, file) =>
              file.image ? (
                <Image
                  src={file.url}
                  alt={file.fileName}
                  width={40}
                  height={28}
                  className="resources-vehicle-detail-file-thumb"
                />
              ) : (
                <FileText className="td-ico" aria-hidden="true" />
              ),
          },
          {
            title: '类型',
            width: 140,
            render: (_, file) => (
              <>
                {file.type}
                {file.source ? <div className="td-cap">{file.source}</div> : null}
              </>
            ),
          },
          { dataIndex: 'fileName', title: '文件名', ellipsis: true },
          { title: '大小', width: 90, align: 'right', render: (_, file) => fileSize(file.size) },
          { title: '上传人', width: 90, render: (_, file) => file.userName || none },
          { dataIndex: 'time', title: '上传时间', width: 160 },
          {
            title: '操作',
            width: 110,
            render: (_, file) => (
              <span className="resources-vehicle-detail-file-verbs">
                <a href={file.url} target="_blank" rel="noreferrer">
                  打开
                </a>
                <a href={file.url} download={file.fileName}>
                  下载
                </a>
              </span>
            ),
          },
        ]}
      />
    </Image.PreviewGroup>
  );
}
