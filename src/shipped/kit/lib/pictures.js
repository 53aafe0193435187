/** What an app's host shows as a picture, by the first bytes; it serves everything else as a download. */
const shown = [/^\x89PNG/, /^\xff\xd8\xff/, /^GIF8/, /^RIFF[^]{4}WEBP/];

export const pictureTypes = "image/png,image/jpeg,image/gif,image/webp";

/**
 * Whether a file is a picture that pages can show: a text that is called .jpg is none, nor is a broken one.
 * @param {Blob} file
 */
export async function isPicture(file) {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (!shown.some((magic) => magic.test(head))) return false;
  return createImageBitmap(file, { resizeWidth: 16 }).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );
}
