/** Key of the mutation that sends a file. Other components look it up to see whether a file is being sent. */
export const SEND_IMPORT_KEY = ['send-import'];
