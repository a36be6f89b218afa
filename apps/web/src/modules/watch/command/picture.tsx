import type { CommandRow } from '@tongda/contract/watch/command/calls';
import { Image } from 'antd';
import './styles.css';

/** The picture of a 拍照 command, or that it is on its way; nothing for other commands. */
export function CommandPicture({ row, small = false }: { row: CommandRow; small?: boolean }) {
  const { picture, picturePending, summary } = row;
  if (picture)
    return (
      <figure className={small ? 'watch-command-picture small' : 'watch-command-picture'}>
        <Image src={picture.url} alt={`${row.plateNo} ${summary} ${picture.time}`} />
        <figcaption className="td-cap">{picture.time} 拍摄</figcaption>
      </figure>
    );
  return picturePending ? <span className="td-cap">照片上传中，到达后自动显示</span> : null;
}
