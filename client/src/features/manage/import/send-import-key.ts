/** Of the mutation that sends a file, by which others find out that one is being sent. */
export const SEND_IMPORT_KEY = ['send-import'];
