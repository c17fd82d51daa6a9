/** W3C File System, 2.6. TypeScript has it in its types for workers alone, which exclude those for pages. */
interface FileSystemSyncAccessHandle {
  /** Bytes that were written. */
  write(bytes: ArrayBuffer, options: { readonly at: number }): number;
  getSize(): number;
  flush(): void;
  close(): void;
}

interface FileSystemFileHandle {
  /** In dedicated workers only. Rejects with `NoModificationAllowedError` while another page has one. */
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
}
