// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Pays LI.FI's fees out of what its contract has approved, as LI.FI's FeeForwarder does. Written from the published interface.
contract FeeForwarder {
    struct Share {
        address recipient;
        uint256 amount;
    }

    address public constant owner = 0xDE70000000000000000000000000000000000008;

    function forwardERC20Fees(address token, Share[] calldata shares) external {
        for (uint256 index; index < shares.length; index++) {
            (bool isDone,) = token.call(
                abi.encodeWithSignature(
                    "transferFrom(address,address,uint256)", msg.sender, shares[index].recipient, shares[index].amount
                )
            );
            require(isDone, "a fee could not be paid");
        }
    }
}
