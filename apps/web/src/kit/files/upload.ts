import { fileUpload } from '@tongda/contract/base/file/calls';
import { detectFileType, type FileKindName, fileKinds, sniffedBytes, typeWords } from '@tongda/contract/base/file/type';
import type { Output } from '@tongda/contract/core/endpoint';
import { message } from '@tongda/contract/core/messages';
import { uploadFiles } from '../call/api';

/** Why a file is not taken for a purpose (size, magic bytes), or null. The server looks again. */
export async function refusalOf(kind: FileKindName, file: Blob): Promise<string | null> {
  const rule = fileKinds[kind];
  if (file.size > rule.maxMb * 1024 * 1024) return message('upload.size', { n: rule.maxMb });
  const type = detectFileType(new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer()));
  // the rule lists names of types, and so does the sniffer
  const taken = type !== null && (rule.types as readonly string[]).includes(type);
  return taken ? null : message('upload.type', { types: typeWords(rule) });
}

/** Sends a file for a purpose; ask `refusalOf` first. */
export function uploadFile(kind: FileKindName, file: Blob, name: string): Promise<Output<typeof fileUpload>> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', file, name);
  return uploadFiles(fileUpload, form);
}
