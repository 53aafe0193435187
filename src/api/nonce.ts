/** Request header with the CSP nonce of the page's inline scripts. */
export const nonceHeader = "x-nonce";
