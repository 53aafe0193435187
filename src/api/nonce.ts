/** The request header in which the server hands a page the nonce of its inline scripts. */
export const nonceHeader = "x-nonce";
