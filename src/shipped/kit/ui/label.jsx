import { Label as LabelPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<typeof LabelPrimitive.Root>} props */
function Label({ className, ...props }) {
  return (
    <LabelPrimitive.Root
      className={cn(
        "flex select-none items-center gap-2 text-sm font-medium leading-none peer-disabled:opacity-50",
        className,
      )}
      {...props}
    />
  );
}

export { Label };
